import { openChannel } from '@scinav/threads'
import type { InstalledStyle } from '../installed/index.ts'
import { printSamples } from './samples.ts'

/** The message to the thread, and its reply. */
export type SampleRequest = { sample: InstalledStyle }
type SampleResponse = { printed: ReturnType<typeof printSamples> }

const channel = openChannel<SampleRequest, SampleResponse>(['sample'])

channel.receive(({ sample }) => channel.say({ printed: printSamples(sample) }))
