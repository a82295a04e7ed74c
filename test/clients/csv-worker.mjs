import { readFileSync } from 'node:fs'

/** Plays a worker of a wave: hands in what a file (JSON: results by row) says of the row on its standard input. */

let text = ''
for await (const chunk of process.stdin) text += chunk
const results = JSON.parse(readFileSync(process.argv[2], 'utf8'))[text.trim()]
if (results === 'slow') setInterval(() => {}, 1000)
else for (const result of results) process.stdout.write(`${JSON.stringify(result)}\n`)
