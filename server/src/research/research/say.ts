import type { ResearchEvent } from '@scinav/contract'

type Body<Name extends ResearchEvent['event']> = Omit<
  Extract<ResearchEvent, { event: Name }>['data'],
  'run_id' | 'thread_id' | 'seq' | 'ts'
>

/** An event of a research; what all events carry is filled in when it is stored. */
export const say = <Name extends ResearchEvent['event']>(event: Name, data: Body<Name>): ResearchEvent =>
  ({ event, data: { ...data, run_id: '', thread_id: '', seq: 0, ts: '' } }) as unknown as ResearchEvent
