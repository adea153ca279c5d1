-- expect: refused: `os` is not available
return os.time()
