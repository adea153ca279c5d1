-- expect: refused: carriage return
--  error("hidden") 
return 1
