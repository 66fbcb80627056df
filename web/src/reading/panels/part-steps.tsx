import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'

/** Lies before the first ordinal of a text. */
const FIRST_AFTER = -1

/** The position in a list that is read in parts, each starting after an ordinal. */
export interface PartNavigation {
  after: number
  isFirst: boolean
  back: () => void
  forth: (next: number) => void
}

/** Manages the position in such a list: the ordinals that lead back to its first part. */
export function usePartNavigation(): PartNavigation {
  const [path, setPath] = useState<number[]>([FIRST_AFTER])
  return {
    after: path.at(-1) ?? FIRST_AFTER,
    isFirst: path.length === 1,
    back: () => setPath(path.slice(0, -1)),
    forth: (next) => setPath([...path, next]),
  }
}

/** Renders the buttons to the previous and next part, where they exist. */
export function PartSteps({ parts, next }: { parts: PartNavigation; next: number | null }) {
  return (
    <>
      {!parts.isFirst && (
        <QuietButton icon="left" onPress={parts.back}>
          前面的
        </QuietButton>
      )}
      {next !== null && (
        <QuietButton icon="right" onPress={() => parts.forth(next)}>
          后面的
        </QuietButton>
      )}
    </>
  )
}
