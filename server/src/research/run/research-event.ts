import type { ResearchEvent } from '@scinav/contract'

type EventBody<Name extends ResearchEvent['event']> = Omit<
  Extract<ResearchEvent, { event: Name }>['data'],
  'run_id' | 'thread_id' | 'seq' | 'ts'
>

/** Creates an event of a research run; the common fields are filled in when it is stored. */
export const researchEvent = <Name extends ResearchEvent['event']>(
  event: Name,
  data: EventBody<Name>,
): ResearchEvent =>
  ({ event, data: { ...data, run_id: '', thread_id: '', seq: 0, ts: '' } }) as unknown as ResearchEvent
