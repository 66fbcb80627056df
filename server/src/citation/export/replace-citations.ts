import { citationMarks } from '@scinav/contract/cited-text'

/**
 * Replaces citations `[@key]` by the marks that `mark` returns, adjacent ones by one mark; those for which it returns
 * '' stay as they are.
 */
export function replaceCitations(text: string, mark: (keys: readonly string[]) => string): string {
  let replaced = ''
  let copiedTo = 0
  /** Adjacent citations that one mark will replace. */
  let group: { start: number; end: number; keys: string[] } | undefined
  const endGroup = () => {
    if (!group) return
    const replacement = mark(group.keys) || text.slice(group.start, group.end)
    replaced += text.slice(copiedTo, group.start) + replacement
    copiedTo = group.end
    group = undefined
  }
  for (const { kind, start, end, keys } of citationMarks(text)) {
    if (kind !== 'id') continue
    // Only blanks on the same line may stand between adjacent citations.
    if (group && /^[^\S\n]*$/.test(text.slice(group.end, start))) {
      group = { ...group, end, keys: [...group.keys, ...keys] }
      continue
    }
    endGroup()
    group = { start, end, keys }
  }
  endGroup()
  return replaced + text.slice(copiedTo)
}
