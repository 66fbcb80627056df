/** Lines of a cell as its text: no space between ideographs. */
export function joinCellTexts(lines: readonly string[]): string {
  return lines.reduce((text, next) => {
    if (text === '' || next === '') return text + next
    const tight = /[\u2E80-\u9FFF]$/.test(text) && /^[\u2E80-\u9FFF]/.test(next)
    return tight ? text + next : `${text} ${next}`
  }, '')
}
