--- Score: missions of the end, then everybody's points (section 9).

step("score", function()
  act.completed(cards { zone = "missions", status = "open", at = "end", fulfils = "done_if" })
  for _, player in ipairs(players()) do
    note(player.name .. ": " .. player.shards .. " shards + " .. player.card_vp .. " cards + " .. player.mission_vp
      .. " missions - " .. player.injuries .. " injuries = " .. player.score)
  end
end)
