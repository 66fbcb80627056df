import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Failure } from '../../api/call.ts'
import { agreeToHosts, useTranslator } from '../../api/outside-models.ts'
import { readOptions, useRead } from '../../api/use-read.ts'
import { langOf } from '../../paper/paper.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { showLocation, useReading } from '../state/reading.state.ts'
import { hasText, type ReadableText, type ReadingTarget, type TextBlock } from '../state/target.ts'
import { chunkInput, chunkOf } from '../text/use-text-chunks.ts'
import { GlossaryDialog } from './glossary-dialog.tsx'
import styles from './panels.module.css'

/** Number of blocks sent to the model at a time. */
const TRANSLATE_BATCH_SIZE = 8
/** Number of blocks per read of existing translations. */
const READ_BATCH_SIZE = 20
/** Number of blocks shown around the reading position in a text without pages. */
const NEARBY_BLOCKS = 12
/** Types of blocks that are not translated. */
const UNTRANSLATED_TYPES = new Set(['other', 'figure', 'code', 'formula', 'reference'])

interface Props {
  target: ReadingTarget
  readable: ReadableText
}

/** Renders the page in view, each block with its translation below; the translated selection comes first. */
export function TranslationPanel({ target, readable }: Props) {
  const [to, setTo] = useState<'zh' | 'en'>(readable.language === 'zh' ? 'en' : 'zh')
  const [showsTerms, setShowsTerms] = useState(false)
  const passage = useReading((state) => state.passage)
  const lacksTranslator = useTranslator() === false
  return (
    <>
      <div className={styles.line}>
        <QuietButton pressed={to === 'zh'} onPress={() => setTo('zh')}>
          译成中文
        </QuietButton>
        <QuietButton pressed={to === 'en'} onPress={() => setTo('en')}>
          译成英文
        </QuietButton>
        <QuietButton icon="list" onPress={() => setShowsTerms(true)}>
          术语表
        </QuietButton>
      </div>
      {lacksTranslator && <Notice tone="warning">尚未配置语言模型，暂不能翻译。</Notice>}
      {passage && !lacksTranslator && (
        <PassageTranslation key={`${to} ${passage}`} text={passage} target={to} />
      )}
      {hasText(readable) ? (
        <BilingualPage target={target} readable={readable} to={to} />
      ) : (
        !passage && <EmptyView title="取得全文后，可以逐段对照阅读" />
      )}
      {showsTerms && <GlossaryDialog onClose={() => setShowsTerms(false)} />}
    </>
  )
}

function BilingualPage({ target, readable, to }: Props & { to: 'zh' | 'en' }) {
  const page = useReading((state) => state.page)
  const ordinal = useReading((state) => state.ordinal)
  const hasPages = readable.pages.length > 1
  const input = hasPages
    ? { ...target, page_from: page, page_to: page, limit: 200 }
    : chunkInput(target, chunkOf(ordinal))
  const blocks = useRead(api.reading.blocks, input, { keepPrevious: true })
  return (
    <ReadView
      of={blocks}
      what="这一页的文字"
      isEmpty={({ list }) => shownBlocks(list, hasPages ? 0 : ordinal).length === 0}
      empty={{ title: '这一页没有可翻译的文字' }}
    >
      {({ list }) => (
        <BlockPairs
          target={target}
          to={to}
          name={hasPages ? `第 ${page} 页` : '这一段'}
          blocks={shownBlocks(list, hasPages ? 0 : ordinal)}
        />
      )}
    </ReadView>
  )
}

/** Returns the blocks with words to translate; with `from` above 0, a few from that ordinal on. */
const shownBlocks = (list: readonly TextBlock[], from: number): TextBlock[] => {
  const words = list.filter(
    ({ type, text, ordinal }) => !UNTRANSLATED_TYPES.has(type) && text.trim() && ordinal >= from,
  )
  return from > 0 ? words.slice(0, NEARBY_BLOCKS) : words
}

interface BlockPairsProps {
  target: ReadingTarget
  /** The language to translate into. */
  to: 'zh' | 'en'
  /** What the blocks are, for the button: 第 3 页. */
  name: string
  blocks: readonly TextBlock[]
}

/** Renders blocks with their translations, and translates the missing ones on request. */
function BlockPairs({ target, to, name, blocks }: BlockPairsProps) {
  const { texts, translate, done, failure } = useBlockTranslations(target, to, blocks)
  const hasTranslator = useTranslator()
  const missing = blocks.filter(({ ordinal }) => texts.get(ordinal) === undefined).length
  return (
    <>
      <div className={styles.line}>
        <p className={styles.small}>
          {name} · {blocks.length - missing} / {blocks.length} 段有译文
        </p>
        {missing > 0 && hasTranslator !== false && (
          <ActionButton
            name={done === undefined ? `翻译${name}` : `正在翻译 ${done} / ${blocks.length}`}
            busy={done !== undefined}
            onPress={translate}
          />
        )}
      </div>
      {failure && <TranslationFailure failure={failure} again={translate} />}
      {blocks.map((block) => (
        <BlockPair key={block.ordinal} block={block} text={texts.get(block.ordinal)} to={to} />
      ))}
    </>
  )
}

function BlockPair({ block, text, to }: { block: TextBlock; text: string | undefined; to: string }) {
  const { page, boxes, start } = block
  return (
    <section className={styles.pair}>
      <button
        type="button"
        lang={langOf(block.text)}
        onClick={() => showLocation({ page, boxes, start, end: start + block.text.length })}
      >
        {block.text}
      </button>
      {text && (
        <p className={styles.pairText} lang={to}>
          {text}
        </p>
      )}
    </section>
  )
}

/**
 * Returns the translations of blocks, by ordinal, and the function that translates the missing ones in batches. The
 * existing ones are read at once. `done` is the number of blocks translated so far; undefined while none are.
 */
function useBlockTranslations(target: ReadingTarget, to: 'zh' | 'en', blocks: readonly TextBlock[]) {
  const cache = useQueryClient()
  const ordinals = blocks.map(({ ordinal }) => ordinal)
  const [done, setDone] = useState<number>()
  const [failure, setFailure] = useState<Failure>()
  const reads = Array.from({ length: Math.ceil(ordinals.length / READ_BATCH_SIZE) }, (_, index) => ({
    ...target,
    ordinals: ordinals.slice(index * READ_BATCH_SIZE, (index + 1) * READ_BATCH_SIZE),
    target: to,
    kept_only: true,
  }))
  const stored = useQueries({ queries: reads.map((input) => readOptions(api.reading.translate, input)) })
  const translations = stored.flatMap(({ data }) => data?.list ?? [])
  const texts = new Map(
    translations.flatMap(({ ordinal, text }) => (text === null ? [] : [[ordinal, text] as const])),
  )

  const translate = async () => {
    setFailure(undefined)
    const missing = ordinals.filter((ordinal) => !texts.has(ordinal))
    for (let start = 0; start < missing.length; start += TRANSLATE_BATCH_SIZE) {
      setDone(ordinals.length - missing.length + start)
      const batch = missing.slice(start, start + TRANSLATE_BATCH_SIZE)
      const answer = await call(api.reading.translate, { ...target, ordinals: batch, target: to })
      if (!answer.success) {
        setFailure(answer)
        break
      }
      for (const input of reads.filter(({ ordinals }) => batch.some((ordinal) => ordinals.includes(ordinal))))
        await cache.invalidateQueries({ queryKey: readOptions(api.reading.translate, input).queryKey })
    }
    setDone(undefined)
  }
  return { texts, done, failure, translate: () => void translate() }
}

/** Renders the translation of the selection. */
function PassageTranslation({ text, target }: { text: string; target: 'zh' | 'en' }) {
  const translated = useRead(api.translate.paper, { text, target })
  return (
    <section className={styles.passage} aria-label="所选文字的译文" aria-busy={translated.isPending}>
      <div className={styles.line}>
        <h3>所选文字</h3>
        <QuietButton icon="close" label="收起" onPress={() => useReading.setState({ passage: '' })} />
      </div>
      <blockquote lang={langOf(text)}>{text}</blockquote>
      {translated.isPending && <p role="status">正在翻译…</p>}
      {translated.error && (
        <TranslationFailure failure={translated.error.failure} again={() => void translated.refetch()} />
      )}
      {translated.data?.text && <p lang={target}>{translated.data.text}</p>}
      {translated.data?.model && <p className={styles.small}>AI 翻译，请核实（{translated.data.model}）</p>}
    </section>
  )
}

/** Renders why there is no translation; asks for consent first when an outside model would make it. */
function TranslationFailure({ failure, again }: { failure: Failure; again: () => void }) {
  const cache = useQueryClient()
  const { outside } = failure
  if (!outside)
    return (
      <Notice tone="warning" action={<ActionButton name="重试" onPress={again} />}>
        翻译失败：{failure.message}
      </Notice>
    )
  const agree = async () => {
    if (await agreeToHosts(cache, [outside.host])) again()
    else toast('您的同意没有记下来，请再试一次', { tone: 'bad' })
  }
  return (
    <Notice action={<ActionButton name="同意并翻译" onPress={() => void agree()} />}>
      翻译用的模型{inCorners(outside.model)}由 {outside.host}{' '}
      提供，不在本站。会发送的是要翻译的文字；同意后不再提示。
    </Notice>
  )
}
