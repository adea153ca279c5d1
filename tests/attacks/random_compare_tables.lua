-- expect: error: attempt to compare
return {} < {}
