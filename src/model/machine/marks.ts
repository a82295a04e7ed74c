const FILE = /[`'"“(（@]{0,3}(?:[\w~.{}<>$-]{1,60}\/){0,12}[\w.{}<>-]{1,80}\.md\b/.source

/** Words that send a reader to another file for what a state does. */
const DELEGATES = new RegExp(
  '(?:\\b(?:execute[sd]?|run(?:s|ning)?|follow(?:s|ing|ed)?|load(?:s|ed)?|see|per|by|in|as|delegat\\w+|according to|steps of)\\b(?: the)?|' +
    '执行|运行|按照?|遵循|遵照|依照|参见|参考|详见|见|加载|读取并执行|委托|委派|交由?|→|->)' +
    `[\\s:：]{0,3}${FILE}|@(?:~|[\\w./-]{1,80})/[\\w./-]{1,80}\\.md\\b|\\b(?:workflows?|phases|commands)/[\\w./-]{1,80}\\.md\\b`,
  'i',
)

/** Whether a text leaves what happens to another workflow file: “execute run-loop.md”, “按 workflows/x.md 执行”. */
export const isDelegated = (text: string): boolean => text.includes('.md') && DELEGATES.test(text)

const SHARED =
  /\b(?:inherit(?:s|ed|ing)?|shar(?:ed|es|ing)|same (?:as|states?|actions?|transitions?|machine))\b|\b(?:as|defined|described) (?:in|by) (?:the )?(?:base|parent|`|\/|\$|maestro)|\bbase (?:skill|machine|command)\b|继承|共享|共用|沿用|同\s*[`$/]|与.{1,40}(?:相同|一致)|基础技能/i

/** What a thing is shared by that lies outside: a skill, a command, a file. */
const OTHER =
  /[`$/][\w.-]{0,40}[a-z]|\b(?:skills?|commands?|base|parent|sibling|variants?|workflows?|modes?)\b|\b[a-z]+(?:-[a-z0-9]+)+\b|\.md\b|技能|命令|基础|父级/

/** Whether a text says that something is shared with, or inherited from, another skill. */
export const isShared = (text: string): boolean => {
  const match = SHARED.exec(text)
  return match !== null && OTHER.test(text)
}

const GOES_ON = /\b(?:reus(?:e[sd]?|ing)|extend(?:s|ed|ing)?)\b|复用|扩展自/i
const OF_A_MACHINE = /\b(?:states?|actions?|transitions?|machine)\b|状态|动作|转换|[SA]_[A-Z]/i

/** Whether a line says that a machine goes on with another skill's: “Actions not listed are inherited from `base`”. */
export const goesOn = (line: string): boolean =>
  OF_A_MACHINE.test(line) && (isShared(line) || (GOES_ON.test(line) && OTHER.test(line)))
