import { inCorners } from '@scinav/contract/quoted'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useTranslator } from '../../api/outside-models.ts'
import { searchAddress } from '../../paper/addresses.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { authorsOf, type Paper, printedName, yearOf } from '../../paper/paper.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { isPlainKey } from '../bar/keys.ts'
import { type AnnotationColor, highlightColors, useAnnotationActions } from '../bar/use-annotation-actions.ts'
import { askAbout, type TextSelection, useReading } from '../state/reading.state.ts'
import { useReadingAddress } from '../state/reading-address.ts'
import type { ReadableText, ReadingTarget } from '../state/target.ts'
import styles from './text-selection-bar.module.css'

interface Props {
  target: ReadingTarget
  readable: ReadableText
}

/** Renders the actions on a selection, next to it, and handles their shortcuts. */
export function TextSelectionBar({ target, readable }: Props) {
  const selected = useReading((state) => state.selected)
  const actions = useSelectionActions(target, readable)
  useSelectionKeys(selected, actions)
  // A block that the keyboard selects is no selection of the browser: it has the shortcuts without the toolbar.
  const isShown = selected !== undefined && document.getSelection()?.isCollapsed === false
  return isShown ? <SelectionToolbar selected={selected} actions={actions} /> : null
}

type SelectionActions = ReturnType<typeof useSelectionActions>

function SelectionToolbar({ selected, actions }: { selected: TextSelection; actions: SelectionActions }) {
  const bar = useRef<HTMLDivElement>(null)
  const hasTranslator = useTranslator()
  // Runs after every render, because a changed selection moves the toolbar.
  useLayoutEffect(() => {
    const reposition = () => {
      const range = document.getSelection()?.rangeCount ? document.getSelection()?.getRangeAt(0) : undefined
      if (bar.current && range) positionBar(bar.current, range)
    }
    bar.current?.showPopover?.()
    reposition()
    document.addEventListener('scroll', reposition, { capture: true, passive: true })
    addEventListener('resize', reposition)
    return () => {
      document.removeEventListener('scroll', reposition, { capture: true })
      removeEventListener('resize', reposition)
    }
  })
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label="所选文字"
      popover="manual"
      // Keeps the selection while the toolbar is used.
      onPointerDown={(event) => event.preventDefault()}
    >
      <span className={styles.colors}>
        {highlightColors.map(({ colour, name }) => (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            aria-label={`标亮（${name}）`}
            title={`标亮（${name}）`}
            onClick={() => actions.highlight(selected, colour)}
          />
        ))}
      </span>
      <QuietButton icon="note" onPress={() => actions.note(selected)}>
        笔记
      </QuietButton>
      {hasTranslator !== false && (
        <QuietButton icon="translate" onPress={() => actions.translate(selected)}>
          翻译
        </QuietButton>
      )}
      <QuietButton icon="info" onPress={() => actions.explain(selected)}>
        解释
      </QuietButton>
      <QuietButton icon="quote" onPress={() => actions.cite(selected)}>
        引用
      </QuietButton>
      <QuietButton icon="search" onPress={() => actions.search(selected)}>
        检索
      </QuietButton>
    </div>
  )
}

/** Gap between the selection or the edge of the window and the toolbar, in pixels. */
const BAR_GAP_PX = 8
/** Height at the top of the window that the toolbar leaves free, in pixels: the bar above the text. */
const TOP_BAR_PX = 60

/** Returns the closest scrolling ancestor of a node. */
function scrollParent(node: Node): Element | null {
  let element = node instanceof Element ? node : node.parentElement
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement
  return element
}

/**
 * Positions the toolbar above the selection, below it where there is no room, and always inside the window. It is
 * hidden while the selection is scrolled out of view, where it would cover something else.
 */
function positionBar(bar: HTMLElement, range: Range): void {
  const selection = range.getBoundingClientRect()
  const view = scrollParent(range.commonAncestorContainer)?.getBoundingClientRect()
  const isAway = view !== undefined && (selection.bottom < view.top || selection.top > view.bottom)
  bar.style.visibility = isAway ? 'hidden' : 'visible'
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth: width, offsetHeight: height } = bar
  const left = Math.max(
    BAR_GAP_PX,
    Math.min((selection.left + selection.right - width) / 2, clientWidth - width - BAR_GAP_PX),
  )
  const isAbove = selection.top - height - BAR_GAP_PX > TOP_BAR_PX
  const top = isAbove
    ? selection.top - height - BAR_GAP_PX
    : Math.min(selection.bottom + BAR_GAP_PX, clientHeight - height - BAR_GAP_PX)
  bar.style.left = `${left}px`
  bar.style.top = `${Math.max(BAR_GAP_PX, top)}px`
}

/** Maximum lengths of a text to translate, ask about or search for, in characters. */
const MAX_CHARS = { translated: 8_000, asked: 4_000, searched: 300 }

/** Returns the actions on a selection. */
function useSelectionActions(target: ReadingTarget, readable: ReadableText) {
  const { showPanel } = useReadingAddress()
  const navigate = useNavigate()
  const { highlight } = useAnnotationActions(target)
  return {
    highlight: (selected: TextSelection, colour: AnnotationColor) => void highlight(selected, colour),
    note: (selected: TextSelection) => {
      void highlight(selected, 'yellow', { writesNote: true })
      showPanel('notes')
      useReading.setState({ pane: 'side' })
    },
    translate: ({ quote }: TextSelection) => {
      useReading.setState({ passage: quote.slice(0, MAX_CHARS.translated), pane: 'side' })
      showPanel('translation')
    },
    explain: ({ quote }: TextSelection) => {
      askAbout(`请解释这段话：${inCorners(quote.slice(0, MAX_CHARS.asked))}`)
      useReading.setState({ pane: 'side' })
      showPanel('chat')
    },
    cite: (selected: TextSelection) => void copyCitation(selected, readable),
    search: ({ quote }: TextSelection) =>
      void navigate(searchAddress(quote.slice(0, MAX_CHARS.searched).trim())),
  }
}

/** Copies the quote with its source and page. */
async function copyCitation({ quote, page }: TextSelection, { paper, title }: ReadableText): Promise<void> {
  const source = [paper ? shortReference(paper) : plainText(title), page !== null && `第 ${page} 页`]
  const copied = await copyText(`${inCorners(quote)}（${source.filter(Boolean).join('，')}）`)
  toast(copied ? '已复制引文和出处' : '没有复制成功，请手动选择后复制', copied ? {} : { tone: 'bad' })
}

function shortReference(paper: Paper): string {
  const names = authorsOf(paper).map((author) => printedName(paper, author))
  const authors = names.length > 1 ? `${names[0]} 等` : (names[0] ?? plainText(paper.title))
  return [authors, yearOf(paper)].filter(Boolean).join('，')
}

/** Handles the shortcuts of the actions on the selection, which a focused block of the text view sets too. */
function useSelectionKeys(selected: TextSelection | undefined, actions: SelectionActions): void {
  const latest = useRef({ selected, actions })
  latest.current = { selected, actions }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { selected, actions } = latest.current
      if (!selected || !isPlainKey(event)) return
      const keys: Readonly<Record<string, () => void>> = {
        h: () => actions.highlight(selected, 'yellow'),
        n: () => actions.note(selected),
        t: () => actions.translate(selected),
        e: () => actions.explain(selected),
        c: () => actions.cite(selected),
      }
      // The digits from 1 choose a color.
      const color = highlightColors[Number(event.key) - 1]
      const run = color ? () => actions.highlight(selected, color.colour) : keys[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
