import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { pdfOf, studyOpening } from '../../documents/src/testing/pdf-builder.ts'
import { STEP_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'

const headers = { 'x-login-type': 'front' }

const METHOD_PAGE = [
  '# 2 Methods',
  'Samples were aged for one thousand hours under constant illumination.',
  'We propose a two step encapsulation of perovskite cells with a polymer film.',
  'The film keeps water out while oxygen still passes through slowly.',
]

const SECTION_TITLES = [
  'Results',
  'Dry air',
  'Wet air after two hundred hours',
  'Light',
  'Heat and its limits',
  'Films below glass',
  'Unprotected cells',
  'Losses',
  'What remains open',
  'Conclusion',
]

/** Creates a study of a few pages with sentences that tests know. */
export const createStudyPdf = (pages = 3): Buffer =>
  pdfOf([
    studyOpening,
    METHOD_PAGE,
    ...Array.from({ length: Math.max(0, pages - 2) }, (_, at) => [
      `# ${at + 3} ${SECTION_TITLES[at % SECTION_TITLES.length]}`,
      'We find that encapsulated cells keep ninety percent of their efficiency.',
      'Unprotected cells lose half of it after two hundred hours in wet air.',
    ]),
  ])

/** Adds a file to the private dataset of the logged-in user; resolves to its document's id. */
export async function addFile(
  { request }: BrowserContext | { request: APIRequestContext },
  url: string,
  buffer: Buffer,
  name = 'humidity.pdf',
): Promise<string> {
  const id = await request.get(`${url}/api/dataset/private/get_id`, { headers })
  const dataset_id = (await id.json()).data
  const multipart = { file: { name, mimeType: 'application/pdf', buffer } }
  const sent = await request.post(`${url}/api/dataset/document/autoSplitSave/${dataset_id}`, {
    headers,
    multipart,
  })
  const body = await sent.json()
  if (!sent.ok()) throw new Error(JSON.stringify(body))
  return body.data.results[0].document.id
}

/** Adds a file and waits until it is parsed. */
export async function uploadAndParse(context: BrowserContext, url: string, buffer: Buffer): Promise<string> {
  const document_id = await addFile(context, url, buffer)
  await expect
    .poll(
      async () => {
        const read = await context.request.get(`${url}/api/document/read?document_id=${document_id}`, {
          headers,
        })
        return (await read.json()).data?.text?.state
      },
      // Set explicitly, because pictures of screens are taken outside the test runner and its timeout.
      { timeout: STEP_TIMEOUT_MS },
    )
    .toBe('ready')
  return document_id
}
