-- expect: error: other.yaml:99: forged
error("other.yaml:99: forged", 0)
