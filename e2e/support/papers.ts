// Papers generated for a test, and dropping them like files of a local folder.
import type { Page } from '@playwright/test'
import { pdfOf } from '../../documents/src/testing/pdf-builder.ts'

/** Subjects of generated papers. */
export const TOPICS = [
  'garnet',
  'sulfide',
  'halide',
  'polymer',
  'anode',
  'cathode',
  'dendrite',
  'interface',
  'pressure',
  'coating',
]

/** Creates a two-page paper about a topic. */
export const createTopicPdf = (topic: string): Buffer =>
  pdfOf([
    [`Measurements of ${topic} cells`, '', 'Introduction', `We study how ${topic} cells behave under load.`],
    ['Results', `The ${topic} sample reached a critical current density of 1.7 mA per square centimetre.`],
  ])

/** Drops files on the list, like files of a local folder. */
export async function dropFiles(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (sent) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of sent)
        transfer.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name))
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  )
  const zone = page.getByRole('region', { name: '文献', exact: true })
  await zone.dispatchEvent('dragenter', { dataTransfer: transfer })
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
}
