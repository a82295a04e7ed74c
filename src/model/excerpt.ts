/** What a message repeats of a user's text: white space folded, at most 40 characters. */
export function excerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : characters.join('')
}
