# Plays a worker that takes its time: notes that it ran, and whether another one is at work on its row.
read -r row || exit 9
id=${row#'{"id":"'}
id=${id%%'"'*}
if [ -f "at-$id" ] && kill -0 "$(cat "at-$id")" 2>/dev/null; then echo "$id" >>overlaps.log; fi
echo $$ >"at-$id"
echo "$id" >>ran.log
sleep "0.0$(($$ % 10))"
rm "at-$id"
echo "{\"id\":\"$id\",\"result_status\":\"completed\",\"findings\":\"read\"}"
