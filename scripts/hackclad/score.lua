--- Score: missions of the end, then everybody's points (section 9).

step("score", function()
  act.completed(cards { zone = "missions", status = "open", at = "end", fulfils = "done_if" })
  for _, player in ipairs(players()) do
    note(player.name .. ": shards " .. player.shards .. " + cards " .. player.card_vp .. " + missions "
      .. player.mission_vp .. " - injuries " .. player.injuries .. " = " .. player.score)
  end
end)
