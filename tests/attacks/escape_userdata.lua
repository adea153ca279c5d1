-- expect: error
return host.object.x
