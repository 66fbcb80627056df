import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { setEnvironmentData, Worker } from 'node:worker_threads'
import { Jieba } from '@node-rs/jieba'
import { beforeEach, expect, test, vi } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { SHARED_TREE_KEY } from './dictionary.ts'

beforeEach(() => {
  vi.resetModules()
  setEnvironmentData(SHARED_TREE_KEY, undefined)
})

const fresh = () => import('./dictionary.ts')
const list = readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'))

const TEXTS = [
  '基于图神经网络的推荐系统研究',
  '南京市长江大桥',
  '研究生命起源',
  '',
  '的',
  'T恤AT&T公司的B超1号店',
  'abc123中文 def　，。\r\n第二行',
  '𠮷野家𠀀𠀁和鱻',
  '2020年5月GPU加速的BERT-base模型在SQuAD2.0上F1=88.5%',
  '結締組織病患者血清干擾素',
]

const TEXT_COUNT = sampleInGate(2_000)

test('text is cut as jieba cuts it, whatever stands in it', async () => {
  const { segmentChinese: segment } = await fresh()
  const jieba = Jieba.withDict(list)
  const words = list
    .toString()
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
  const { below, once, some } = createRandom(7)
  const signs = [...'的在了是一，。 abZ9-_.é𠮷龘\n']
  const word = () => words[below(words.length)] ?? ''
  const piece = () => (once(3) ? (signs[below(signs.length)] ?? '') : once(3) ? word().slice(0, 1) : word())
  const made = some(TEXT_COUNT, TEXT_COUNT, () => some(1, 12, piece).join(''))
  for (const text of [...TEXTS, ...made]) expect(segment(text), text).toEqual(jieba.cut(text, false))
})

test('the dictionary is read in pieces, and others have their turn between any two', async () => {
  const { loadDictionary, segmentChinese: segment } = await fresh()
  let turns = 0
  let isLoaded = false
  const others = (async () => {
    while (!isLoaded) {
      await turn()
      turns += 1
    }
  })()
  await loadDictionary()
  isLoaded = true
  await others
  expect(turns).toBeGreaterThan(60)
  expect(segment('图神经网络')).toEqual(['图', '神经网络'])
})

test('who needs a word before the dictionary is read has all of it', async () => {
  const { loadDictionary, segmentChinese: segment } = await fresh()
  const loaded = loadDictionary()
  await turn()
  expect(segment('基于注意力机制')).toEqual(['基于', '注意力', '机制'])
  await loaded
  expect(segment('基于注意力机制')).toEqual(['基于', '注意力', '机制'])
})

test('what one thread has read the others have, also those that were there before', async () => {
  const { segmentChinese: segment } = await fresh()
  const other = new Worker(
    `const { getEnvironmentData, parentPort } = require('node:worker_threads')
    const shared = new Int32Array(getEnvironmentData('${SHARED_TREE_KEY}'), 0, 3)
    parentPort.on('message', () => parentPort.postMessage(shared[1]))`,
    { eval: true },
  )
  const counted = async () => {
    other.postMessage('ask')
    return new Promise((resolve) => other.once('message', resolve))
  }
  try {
    expect(await counted()).toBe(0)
    segment('图神经网络')
    expect(await counted()).toBeGreaterThan(60_000_000)
  } finally {
    await other.terminate()
  }
})

/** This module as another thread has it, which shares nothing but what threads share. */
async function another() {
  vi.resetModules()
  return fresh()
}

test('who needs a word while another thread reads does not wait for it', async () => {
  const slow = await fresh()
  const loaded = slow.loadDictionary()
  await turn()
  const quick = await another()
  expect(quick.segmentChinese('基于注意力机制')).toEqual(['基于', '注意力', '机制'])
  await loaded
  expect(slow.segmentChinese('基于注意力机制')).toEqual(['基于', '注意力', '机制'])
})

test('a thread that has begun to read alone takes what another has read for all meanwhile', async () => {
  const first = await fresh()
  const all = first.loadDictionary()
  await turn()
  const second = await another()
  const alone = second.loadDictionary()
  await turn()
  first.segmentChinese('图神经网络')
  const read = vi.spyOn(Buffer.prototype, 'copyWithin')
  await Promise.all([all, alone])
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
  expect(second.segmentChinese('图神经网络')).toEqual(['图', '神经网络'])
})
