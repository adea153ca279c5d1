--- Rounds of Sword Girls: what begins them.

--- Characters begin with the life printed on them.
step("life_of_characters", function()
  for _, player in ipairs(players()) do
    act.set(player, "life", cards { zone = "character", side = player }[1].life)
  end
end)
