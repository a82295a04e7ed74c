/** The parts of a transition that have a name. */
export type AttributeKey = 'when' | 'do' | 'guard' | 'entry' | 'note' | 'gate' | 'otherwise'

/** A named part: `WHEN: tests pass`. */
export interface Attribute {
  key: AttributeKey
  /** What follows the word, up to the next one. */
  text: string
  /** Offset of that text. */
  start: number
  /** Offset of the word. */
  at: number
}

const WORDS: Readonly<Record<AttributeKey, string>> = {
  when: 'WHEN|When|IF|If|当|条件|触发条件|如果|若',
  do: 'DO|Do|ACTIONS?|Actions?|动作|执行|操作',
  guard: 'GUARDS?|Guards?|守卫|前提|前置条件|约束',
  entry: 'ENTRY|Entry|进入时|进入动作|入口',
  note: 'NOTES?|Notes?|备注|注意|说明|注',
  gate: 'GATE|Gate|门禁|关卡|闸门',
  otherwise: 'OTHERWISE|Otherwise|ELSE|Else|否则|其他情况|其它情况|其余',
}

/** The words with their colon; `WHEN`, `IF` and “otherwise” do without. */
const WORD = new RegExp(
  `(?<![^\\s;；,，、|(（\`*])(?:${Object.entries(WORDS)
    .map(([key, words]) => `(?<${key}>${words})`)
    .join(
      '|',
    )})(?:[\`*]{0,2}[ \\t]{0,3}[:：]|(?<=WHEN|IF)(?=[ \\t])|(?<=OTHERWISE|Otherwise|ELSE|Else)(?![\\w-])|(?<=否则|其他情况|其它情况|其余))`,
  'g',
)

/** The named parts of a line that begins at an offset, in order. */
export function attributesIn(text: string, offset: number): Attribute[] {
  const found = [...text.matchAll(WORD)]
  return found.map((match, index) => {
    const groups = match.groups as Partial<Record<AttributeKey, string>>
    const key = (Object.keys(WORDS) as AttributeKey[]).find(one => groups[one] !== undefined)!
    const from = match.index + match[0].length
    const raw = text.slice(from, found[index + 1]?.index ?? text.length)
    const lead = /^(?:[`*]{1,3}(?=\s)|\*{1,2})?\s*/.exec(raw)![0].length
    return { key, text: trimmed(raw.slice(lead)), start: offset + from + lead, at: offset + match.index }
  })
}

/** A text without the mark of emphasis or code that opens before the next word. */
export function unmarked(text: string): string {
  const end = text.length - /[`*]{0,3}$/.exec(text.slice(-3))![0].length
  return end > 0 && /\s/.test(text[end - 1]!) ? text.slice(0, end) : text
}

/** A text without white space and separators at its end. */
function trimmed(marked: string): string {
  const text = unmarked(marked)
  let end = text.length
  while (end > 0 && /[\s;；,，|]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}
