-- expect: fuel
-- A host function that swallows errors must not give the run new fuel.
while true do
    host.swallow(function() while true do end end)
end
