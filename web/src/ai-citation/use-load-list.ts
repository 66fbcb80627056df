import { type api, MAX_REFERENCE_LIST_CHARS, type OutputOf } from '@scinav/contract'
import { splitManuscript } from '@scinav/contract/cited-text'
import { inTitleMarks } from '@scinav/contract/quoted'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { formatCount } from '../ui/figures.ts'
import { setListText, setParsedList } from './check.state.ts'
import { readFileText } from './manuscript/read-file.ts'
import { type ReadingOptions, type ReadingProgress, readFileList } from './read-list.ts'

type ReferenceListing = OutputOf<typeof api.reading.listed>

/** The result of reading a file, in Chinese. */
interface LoadMessage {
  tone: 'info' | 'warning' | 'bad'
  text: string
}

const INITIAL_PROGRESS: ReadingProgress = { progress: 0, note: '准备' }

/** Loads the reference list of a file into the field, and returns progress and result. */
export function useLoadList() {
  const [progress, setProgress] = useState<ReadingProgress>()
  const [told, setTold] = useState<LoadMessage>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Resolves to whether the reading finished without being cancelled. */
  const take = async (
    read: (reading: ReadingOptions) => Promise<LoadMessage | undefined>,
  ): Promise<boolean> => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const { signal } = mine
    setTold(undefined)
    setProgress(INITIAL_PROGRESS)
    const said = await read({ signal, tell: (now) => !signal.aborted && setProgress(now) })
    if (signal.aborted) return false
    setProgress(undefined)
    setTold(said)
    return true
  }
  return {
    progress,
    told,
    /** Loads the list that a call returns. */
    takeListed: (read: (reading: ReadingOptions) => Promise<Answer<ReferenceListing>>) =>
      take(async (reading) => applyListing(await read(reading), reading.signal)),
    takeFile: (file: File) =>
      take((reading) =>
        /\.pdf$/i.test(file.name)
          ? readFileList(file, reading).then((answer) => applyListing(answer, reading.signal))
          : loadTextFile(file, reading.signal),
      ),
    cancel: () => {
      running.current?.abort()
      setProgress(undefined)
    },
    forget: () => setTold(undefined),
  }
}

/** Puts a list into the field; when no list was found, the field is unchanged. */
function applyListing(answer: Answer<ReferenceListing>, signal: AbortSignal): LoadMessage | undefined {
  if (signal.aborted) return undefined
  if (!answer.success) return { tone: 'bad', text: answer.issues?.[0]?.message ?? answer.message }
  const { title, list, left_out, note } = answer.data
  if (list.length === 0) return { tone: 'warning', text: note ?? '没有在文中找到参考文献清单' }
  setParsedList({ list, left_out })
  const read = `从${inTitleMarks(title)}读入 ${formatCount(list.length)} 条`
  return note ? { tone: 'warning', text: `${read}。${note}` } : { tone: 'info', text: read }
}

/** Loads a text file: the reference list of a manuscript, otherwise the whole text. */
async function loadTextFile(file: File, signal: AbortSignal): Promise<LoadMessage | undefined> {
  const { text: whole, problem } = await readFileText(file)
  if (whole !== undefined && !signal.aborted) {
    const { references } = splitManuscript(whole)
    setListText((references.trim() === '' ? whole : references).slice(0, MAX_REFERENCE_LIST_CHARS))
  }
  return problem === undefined ? undefined : { tone: 'bad', text: problem }
}
