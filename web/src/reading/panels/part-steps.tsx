import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'

/** What stands before the first of a text. */
const FIRST_AFTER = -1

/** Where one is in a list that is read part by part, each part from after an ordinal on. */
export interface PartNavigation {
  after: number
  isFirst: boolean
  back: () => void
  forth: (next: number) => void
}

export function usePartNavigation(): PartNavigation {
  const [path, setPath] = useState<number[]>([FIRST_AFTER])
  return {
    after: path.at(-1) ?? FIRST_AFTER,
    isFirst: path.length === 1,
    back: () => setPath(path.slice(0, -1)),
    forth: (next) => setPath([...path, next]),
  }
}

/** The way to the parts before and after, where there are any. */
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
