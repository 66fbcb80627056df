import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '../../api/call.ts'
import { agreeToHosts, useTranslator } from '../../api/outside-models.ts'
import { useRead } from '../../api/use-read.ts'
import { langOf } from '../../paper/paper.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { showLocation, useReading } from '../state/reading.state.ts'
import { hasText, type ReadableText, type ReadingTarget, type TextBlock } from '../state/target.ts'
import { GlossaryDialog } from './glossary-dialog.tsx'
import styles from './panels.module.css'
import { type TranslationLanguage, useBlockTranslations } from './use-block-translations.ts'

/** Number of blocks shown around the reading position in a text without pages. */
const NEARBY_BLOCKS = 12
/**
 * Blocks of such a text are read from a multiple of this number on, so that scrolling does not read them anew; twice as
 * many are read, so that at least this many follow the reading position.
 */
const READ_STEP_BLOCKS = 50
/** Types of blocks that are not translated. */
const UNTRANSLATED_TYPES = new Set(['other', 'figure', 'code', 'formula', 'reference'])

interface Props {
  target: ReadingTarget
  readable: ReadableText
}

/** Renders the page in view, each block with its translation below; the translated selection comes first. */
export function TranslationPanel({ target, readable }: Props) {
  const [language, setLanguage] = useState<TranslationLanguage>(readable.language === 'zh' ? 'en' : 'zh')
  const [showsTerms, setShowsTerms] = useState(false)
  const passage = useReading((state) => state.passage)
  const lacksTranslator = useTranslator() === false
  return (
    <>
      <div className={styles.line}>
        <QuietButton pressed={language === 'zh'} onPress={() => setLanguage('zh')}>
          译成中文
        </QuietButton>
        <QuietButton pressed={language === 'en'} onPress={() => setLanguage('en')}>
          译成英文
        </QuietButton>
        <QuietButton icon="list" onPress={() => setShowsTerms(true)}>
          术语表
        </QuietButton>
      </div>
      {lacksTranslator && <Notice tone="warning">尚未配置语言模型，暂不能翻译。</Notice>}
      {/* With a key, so that another passage or language starts without the previous translation. */}
      {passage && !lacksTranslator && (
        <PassageTranslation key={`${language} ${passage}`} text={passage} language={language} />
      )}
      {hasText(readable) ? (
        <BilingualPage target={target} readable={readable} language={language} />
      ) : (
        !passage && <EmptyView title="取得全文后，可以逐段对照阅读" />
      )}
      {showsTerms && <GlossaryDialog onClose={() => setShowsTerms(false)} />}
    </>
  )
}

/** Renders the page in view, or in a text without pages the blocks that follow the reading position. */
function BilingualPage({ target, readable, language }: Props & { language: TranslationLanguage }) {
  const page = useReading((state) => state.page)
  const ordinal = useReading((state) => state.ordinal)
  const hasPages = readable.pages.length > 1
  const from = hasPages ? undefined : ordinal
  const input = hasPages
    ? { ...target, page_from: page, page_to: page, limit: 200 }
    : { ...target, after: ordinal - (ordinal % READ_STEP_BLOCKS) - 1, limit: 2 * READ_STEP_BLOCKS }
  const blocks = useRead(api.reading.blocks, input, { keepPrevious: true })
  return (
    <ReadView
      of={blocks}
      what="这一页的文字"
      isEmpty={({ list }) => shownBlocks(list, from).length === 0}
      empty={{ title: '这一页没有可翻译的文字' }}
    >
      {({ list }) => (
        <BlockPairs
          target={target}
          language={language}
          name={hasPages ? `第 ${page} 页` : '这一段'}
          blocks={shownBlocks(list, from)}
        />
      )}
    </ReadView>
  )
}

/**
 * Returns the blocks with words to translate: with an ordinal `from`, only `NEARBY_BLOCKS` of them from there on,
 * all of them without `from`.
 */
const shownBlocks = (list: readonly TextBlock[], from: number | undefined): TextBlock[] => {
  const translatable = list.filter(({ type, text }) => !UNTRANSLATED_TYPES.has(type) && text.trim())
  if (from === undefined) return translatable
  return translatable.filter(({ ordinal }) => ordinal >= from).slice(0, NEARBY_BLOCKS)
}

interface BlockPairsProps {
  target: ReadingTarget
  /** The language to translate into. */
  language: TranslationLanguage
  /** What the blocks are, for the button: 第 3 页. */
  name: string
  blocks: readonly TextBlock[]
}

/** Renders blocks with their translations, and translates the missing ones on request. */
function BlockPairs({ target, language, name, blocks }: BlockPairsProps) {
  const { texts, translate, done, failure } = useBlockTranslations(target, language, blocks)
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
        <BlockPair
          key={block.ordinal}
          block={block}
          translation={texts.get(block.ordinal)}
          language={language}
        />
      ))}
    </>
  )
}

interface BlockPairProps {
  block: TextBlock
  /** Absent while the block has not been translated. */
  translation: string | undefined
  language: TranslationLanguage
}

/** Renders a block, which shows its place in the text when pressed, and its translation below. */
function BlockPair({ block, translation, language }: BlockPairProps) {
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
      {translation && (
        <p className={styles.pairText} lang={language}>
          {translation}
        </p>
      )}
    </section>
  )
}

/** Renders the translation of the selection. */
function PassageTranslation({ text, language }: { text: string; language: TranslationLanguage }) {
  const translated = useRead(api.translate.paper, { text, target: language })
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
      {translated.data?.text && <p lang={language}>{translated.data.text}</p>}
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
