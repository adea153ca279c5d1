-- expect: error: forged
error("forged\nstack traceback:\n\tother.yaml:99: in function x", 0)
