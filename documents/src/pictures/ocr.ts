import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createWorker, type Page, type Worker } from 'tesseract.js'
import { documentFault } from '../faults.ts'

/** A paragraph recognised in a picture, with the boxes of its lines in pixels. */
export interface RecognisedParagraph {
  lines: { text: string; x0: number; y0: number; x1: number; y1: number }[]
}

/** The recognised text of a picture. */
export interface RecognisedPicture {
  paragraphs: RecognisedParagraph[]
  /** 0–1. */
  confidence: number
}

/** Recognises pictures one after the other; the first picture determines the language of all. */
export interface PictureReader {
  read: (picture: Uint8Array) => Promise<RecognisedPicture>
  close: () => Promise<void>
}

type OcrLanguage = 'chi_sim' | 'eng'
/** Selects the LSTM recogniser alone, without the legacy engine of Tesseract. */
const LSTM_ONLY = 1

const LANGUAGE_PACKAGES: Record<OcrLanguage, string> = {
  chi_sim: '@tesseract.js-data/chi_sim/package.json',
  eng: '@tesseract.js-data/eng/package.json',
}

/** Starts Tesseract with the models installed on disk: nothing is downloaded and nothing is cached. */
async function startWorker(language: OcrLanguage): Promise<Worker> {
  const folder = dirname(createRequire(import.meta.url).resolve(LANGUAGE_PACKAGES[language]))
  const langPath = `${folder}/4.0.0_best_int`
  // Without an error handler, an error of the worker would end the process.
  return createWorker(language, LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
}

/** Removes the spaces that Tesseract puts between Chinese words. */
const removeHanSpaces = (text: string): string =>
  text
    .replace(/(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef]) +(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu, '')
    .trim()

function toRecognisedPicture({ blocks, confidence }: Page): RecognisedPicture {
  const paragraphs = (blocks ?? []).flatMap((block) =>
    block.paragraphs.map(({ lines }) => ({
      lines: lines
        .map(({ text, bbox }) => ({ text: removeHanSpaces(text), ...bbox }))
        .filter(({ text }) => text !== ''),
    })),
  )
  return { paragraphs: paragraphs.filter(({ lines }) => lines.length > 0), confidence: confidence / 100 }
}

/** Share of Chinese characters below which the English model recognises a picture better. */
const MIN_CHINESE_SHARE = 0.05

function isMostlyChinese({ paragraphs }: RecognisedPicture): boolean {
  const text = paragraphs.flatMap(({ lines }) => lines.map((line) => line.text)).join('')
  return (text.match(/\p{sc=Han}/gu)?.length ?? 0) > text.length * MIN_CHINESE_SHARE
}

async function recogniseWith(worker: Worker, picture: Uint8Array): Promise<RecognisedPicture> {
  try {
    const { data } = await worker.recognize(Buffer.from(picture), {}, { blocks: true, text: false })
    return toRecognisedPicture(data)
  } catch (error) {
    // Tesseract reports errors as strings; their cause is a picture that cannot be decoded.
    if (typeof error === 'string' || error instanceof Error) throw documentFault('damaged')
    throw error
  }
}

/**
 * Creates a picture reader. No worker is started before the first picture. It is read with the Chinese model and,
 * when little of it is Chinese, again with the English one; the more confident result counts.
 */
export function createPictureReader(): PictureReader {
  let worker: Worker | undefined
  async function first(picture: Uint8Array): Promise<RecognisedPicture> {
    worker = await startWorker('chi_sim')
    const chinese = await recogniseWith(worker, picture)
    if (isMostlyChinese(chinese)) return chinese
    await worker.terminate()
    worker = await startWorker('eng')
    const english = await recogniseWith(worker, picture)
    return english.confidence >= chinese.confidence ? english : chinese
  }
  return {
    read: (picture) => (worker ? recogniseWith(worker, picture) : first(picture)),
    async close() {
      await worker?.terminate()
    },
  }
}
