import { type api, MOST_LISTED_TEXT, type OutputOf } from '@scinav/contract'
import { splitManuscript } from '@scinav/contract/cited-text'
import { inTitleMarks } from '@scinav/contract/quoted'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { count } from '../ui/figures.ts'
import { putList, writeList } from './check.state.ts'
import { textOf } from './manuscript/read-file.ts'
import { listOfFile, type Reading, type ReadingProgress } from './read-list.ts'

type Listed = OutputOf<typeof api.reading.listed>

/** What came of a file, in Chinese. */
interface Told {
  tone: 'info' | 'warning' | 'bad'
  text: string
}

const START: ReadingProgress = { progress: 0, note: '准备' }

/** Puts the list of references of a file into the field, and says how that goes. */
export function useTakeList() {
  const [progress, setProgress] = useState<ReadingProgress>()
  const [told, setTold] = useState<Told>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Answers whether it came to an end, and was not given up before. */
  const take = async (read: (reading: Reading) => Promise<Told | undefined>): Promise<boolean> => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const { signal } = mine
    setTold(undefined)
    setProgress(START)
    const said = await read({ signal, tell: (now) => !signal.aborted && setProgress(now) })
    if (signal.aborted) return false
    setProgress(undefined)
    setTold(said)
    return true
  }
  return {
    progress,
    told,
    /** Takes what a call answers. */
    takeListed: (read: (reading: Reading) => Promise<Answer<Listed>>) =>
      take(async (reading) => taken(await read(reading), reading.signal)),
    takeFile: (file: File) =>
      take((reading) =>
        /\.pdf$/i.test(file.name)
          ? listOfFile(file, reading).then((answer) => taken(answer, reading.signal))
          : takeText(file, reading.signal),
      ),
    cancel: () => {
      running.current?.abort()
      setProgress(undefined)
    },
    forget: () => setTold(undefined),
  }
}

/** A list that was read stands in the field; a text without one leaves there what stood there. */
function taken(answer: Answer<Listed>, signal: AbortSignal): Told | undefined {
  if (signal.aborted) return undefined
  if (!answer.success) return { tone: 'bad', text: answer.issues?.[0]?.message ?? answer.message }
  const { title, list, left_out, note } = answer.data
  if (list.length === 0) return { tone: 'warning', text: note ?? '没有在文中找到参考文献清单' }
  putList({ list, left_out })
  const read = `从${inTitleMarks(title)}读入 ${count(list.length)} 条`
  return note ? { tone: 'warning', text: `${read}。${note}` } : { tone: 'info', text: read }
}

/** Of a manuscript its list is taken, of any other text all of it. */
async function takeText(file: File, signal: AbortSignal): Promise<Told | undefined> {
  const { text: whole, problem } = await textOf(file)
  if (whole !== undefined && !signal.aborted) {
    const { references } = splitManuscript(whole)
    writeList((references.trim() === '' ? whole : references).slice(0, MOST_LISTED_TEXT))
  }
  return problem === undefined ? undefined : { tone: 'bad', text: problem }
}
