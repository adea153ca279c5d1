-- expect: refused: hidden state
do
    local memo
    function host.memo(x) memo = x end
end
