import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createWorker, type Page, type Worker } from 'tesseract.js'
import { documentFault } from '../faults.ts'

/** A paragraph recognized in a picture, with the boxes of its lines in pixels. */
export interface RecognizedParagraph {
  lines: { text: string; x0: number; y0: number; x1: number; y1: number }[]
}

/** The recognized text of a picture. */
export interface RecognizedPicture {
  paragraphs: RecognizedParagraph[]
  /** 0–1. */
  confidence: number
}

/** Recognizes pictures one after the other; the first picture determines the language of all. */
export interface PictureReader {
  read: (picture: Uint8Array) => Promise<RecognizedPicture>
  close: () => Promise<void>
}

/** Names of the models: simplified Chinese, English. */
type OcrLanguage = 'chi_sim' | 'eng'
/** Selects the LSTM recognizer alone, without the legacy engine of Tesseract. */
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

/** Matches spaces between Chinese characters or punctuation marks. */
const HAN_SPACES = /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef]) +(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu

/** Removes the spaces that Tesseract puts between Chinese words. */
const removeHanSpaces = (text: string): string => text.replace(HAN_SPACES, '').trim()

/** Converts a result of Tesseract, whose confidence is 0–100. */
function toRecognizedPicture({ blocks, confidence }: Page): RecognizedPicture {
  const paragraphs = (blocks ?? []).flatMap((block) =>
    block.paragraphs.map(({ lines }) => ({
      lines: lines
        .map(({ text, bbox }) => ({ text: removeHanSpaces(text), ...bbox }))
        .filter(({ text }) => text !== ''),
    })),
  )
  return { paragraphs: paragraphs.filter(({ lines }) => lines.length > 0), confidence: confidence / 100 }
}

/** Share of Chinese characters below which the English model recognizes a picture better. */
const MIN_CHINESE_SHARE = 0.05

function isMostlyChinese({ paragraphs }: RecognizedPicture): boolean {
  const text = paragraphs.flatMap(({ lines }) => lines.map((line) => line.text)).join('')
  return (text.match(/\p{sc=Han}/gu)?.length ?? 0) > text.length * MIN_CHINESE_SHARE
}

/** @throws UnreadableDocument `damaged` when the picture cannot be decoded. */
async function recognizeWith(worker: Worker, picture: Uint8Array): Promise<RecognizedPicture> {
  try {
    const { data } = await worker.recognize(Buffer.from(picture), {}, { blocks: true, text: false })
    return toRecognizedPicture(data)
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
  async function readFirst(picture: Uint8Array): Promise<RecognizedPicture> {
    worker = await startWorker('chi_sim')
    const chinese = await recognizeWith(worker, picture)
    if (isMostlyChinese(chinese)) return chinese
    await worker.terminate()
    worker = await startWorker('eng')
    const english = await recognizeWith(worker, picture)
    return english.confidence >= chinese.confidence ? english : chinese
  }
  return {
    read: (picture) => (worker ? recognizeWith(worker, picture) : readFirst(picture)),
    async close() {
      await worker?.terminate()
    },
  }
}
