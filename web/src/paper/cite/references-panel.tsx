import { api, type NationalOptions } from '@scinav/contract'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { callFile } from '../../api/call-file.ts'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { saveFile } from '../../ui/save-file.ts'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { NationalOptionFields, useNationalOptions } from './national-options.tsx'
import {
  chosenIds,
  isStyled,
  type ReferenceFormat,
  ReferencePreview,
  type ReferenceSource,
  type Styles,
} from './reference-preview.tsx'
import styles from './references-panel.module.css'

/** Key of the stored citation style, shared with the result of AI citation. */
const STYLE_KEY = 'scinav.reference-style'

interface Props {
  source: ReferenceSource
  /** The format selected initially. */
  initialFormat: ReferenceFormat
  onClose: () => void
}

/** Renders the export of references in a style, to copy or download, with a warning about retracted works. */
export function ReferencesPanel({ source, initialFormat, onClose }: Props) {
  const available = useRead(api.citation.styles, {})
  const [dropped, setDropped] = useState<string[]>([])
  const printed = 'paper_id_list' in source ? excludeDropped(source.paper_id_list, dropped) : source
  const papers = 'query' in printed ? printed.total : (chosenIds(printed) ?? []).length
  return (
    <Panel title={`引用与导出 ${formatCount(papers)} 篇`} width={960} onClose={onClose}>
      <ReadView of={available} what="引用格式">
        {(loaded) => (
          <ReferenceOptions
            available={loaded}
            source={printed}
            initialFormat={initialFormat}
            onDrop={(ids) => setDropped((before) => [...before, ...ids])}
            onClose={onClose}
          />
        )}
      </ReadView>
    </Panel>
  )
}

/** Returns the input for papers without those that the user has removed. */
const excludeDropped = (ids: string[], dropped: string[]) => ({
  paper_id_list: ids.filter((id) => !dropped.includes(id)),
})

interface ReferenceOptionsProps extends Props {
  available: Styles
  /** Removes papers from the references. */
  onDrop: (ids: string[]) => void
}

/** Renders the choice of style, format and options with a preview and the export. */
function ReferenceOptions({ available, source, initialFormat, onDrop, onClose }: ReferenceOptionsProps) {
  const stored = readStored(STYLE_KEY)
  const [style, setStyle] = useState(
    available.styles.find(({ id }) => id === stored)?.id ?? available.styles[0]?.id ?? 'spec',
  )
  const [format, setFormat] = useState<ReferenceFormat>(initialFormat)
  const [national, chooseNational] = useNationalOptions()
  const isNational = available.styles.find(({ id }) => id === style)?.national ?? false
  const chooseStyle = (id: string) => {
    writeStored(STYLE_KEY, id)
    setStyle(id)
  }
  return (
    <div className={styles.panel}>
      <div className={styles.choices}>
        {isStyled(format) && (
          <OptionGroup name="格式" options={available.styles} chosen={style} onChoose={chooseStyle} />
        )}
        {isStyled(format) && isNational && (
          <fieldset>
            <legend>国标选项</legend>
            <NationalOptionFields style={style} options={national} onChange={chooseNational} />
          </fieldset>
        )}
        <OptionGroup
          name="文件"
          options={available.formats}
          chosen={format}
          onChoose={(id) => setFormat(id as ReferenceFormat)}
        />
      </div>
      <div className={styles.result}>
        <ReferencePreview source={source} style={style} national={national} format={format} onDrop={onDrop} />
        <ReferenceActions
          source={source}
          style={style}
          national={national}
          format={available.formats.find(({ id }) => id === format)}
          onDone={onClose}
        />
      </div>
    </div>
  )
}

interface OptionGroupProps {
  name: string
  options: readonly { id: string; name: string }[]
  chosen: string
  onChoose: (id: string) => void
}

/** Renders options of which one is chosen. */
function OptionGroup({ name, options, chosen, onChoose }: OptionGroupProps) {
  return (
    <fieldset>
      <legend>{name}</legend>
      {options.map((option) => (
        <label key={option.id}>
          <input
            type="radio"
            name={name}
            checked={option.id === chosen}
            onChange={() => onChoose(option.id)}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}

interface ReferenceActionsProps {
  source: ReferenceSource
  style: string
  national: NationalOptions
  format: Styles['formats'][number] | undefined
  onDone: () => void
}

/** Maximum number of references copied to the clipboard; more can only be downloaded. */
const MAX_COPIED = 200

/** Renders 下载 and 复制. Word files and whole results can only be downloaded. */
function ReferenceActions({ source, style, national, format, onDone }: ReferenceActionsProps) {
  const foot = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  if (!format) return null
  const ids = chosenIds(source)
  const input = { ...exportInput(source), style, national, format: format.id }
  const canCopy = ids !== undefined && ids.length <= MAX_COPIED && format.id !== 'docx'

  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const copy = () =>
    whileBusy(async () => {
      const answer = await call(api.citation.export, input)
      if (!answer.success) return toast(`没有复制：${answer.message}`, { tone: 'bad' })
      const copied = await copyText(answer.data.text, foot.current ?? document.body)
      toast(
        copied
          ? `已复制 ${(ids ?? []).length - answer.data.missing.length} 篇${missingText(answer.data.missing)}`
          : '浏览器不允许复制，请选中文字后按 Ctrl C',
        copied ? {} : { tone: 'bad' },
      )
    })
  const download = () =>
    whileBusy(async () => {
      const answer = await callFile(api.citation.export, input)
      if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
      saveFile(answer.data instanceof Blob ? answer.data : answer.data.text, fileName(format.extension))
      toast(`已导出${answer.data instanceof Blob ? '' : missingText(answer.data.missing)}`)
      onDone()
    })
  return (
    <div ref={foot} className={styles.foot}>
      <ActionButton name="下载" onPress={() => void download()} busy={busy} primary={!canCopy} />
      {canCopy && <ActionButton name="复制" onPress={() => void copy()} busy={busy} primary />}
    </div>
  )
}

/** Formats the number of papers that no longer exist; in a Word file they are listed before its text. */
const missingText = (missing: string[]) =>
  missing.length > 0 ? `，${missing.length} 篇已不在本馆文献中` : ''

/** Returns the part of the export's input that names the works. */
function exportInput(source: ReferenceSource) {
  if (!('query' in source)) return source
  const { total: _, ...search } = source
  return search
}

/** Returns a file name with the local day: `文献-2026-11-21.bib`. */
function fileName(extension: string): string {
  // Swedish writes dates as ISO 8601 does, in local time.
  const day = new Date().toLocaleDateString('sv-SE')
  return `文献-${day}.${extension.replace(/^\./, '')}`
}
