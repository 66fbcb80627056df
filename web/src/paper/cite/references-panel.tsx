import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { ReferenceActions } from './reference-actions.tsx'
import {
  chosenIds,
  isStyled,
  type ReferenceFormat,
  ReferencePreview,
  type ReferenceSource,
  type Styles,
} from './reference-preview.tsx'
import styles from './references-panel.module.css'

const STYLE_KEY = 'scinav.reference-style'

interface Props {
  of: ReferenceSource
  /** The format selected initially. */
  begin: ReferenceFormat
  onClose: () => void
}

/** Renders the export of references in a style, to copy or download, with a warning about retracted works. */
export function ReferencesPanel({ of, begin, onClose }: Props) {
  const known = useRead(api.citation.styles, {})
  const [dropped, setDropped] = useState<string[]>([])
  const printed = 'paper_id_list' in of ? excludeDropped(of.paper_id_list, dropped) : of
  const papers = 'query' in printed ? printed.total : (chosenIds(printed) ?? []).length
  return (
    <Panel title={`引用与导出 ${formatCount(papers)} 篇`} width={960} onClose={onClose}>
      <ReadView of={known} what="引用格式">
        {(all) => (
          <ReferenceOptions
            all={all}
            of={printed}
            begin={begin}
            onDrop={(ids) => setDropped((now) => [...now, ...ids])}
            onClose={onClose}
          />
        )}
      </ReadView>
    </Panel>
  )
}

const excludeDropped = (ids: string[], dropped: string[]) => ({
  paper_id_list: ids.filter((id) => !dropped.includes(id)),
})

interface ReferenceOptionsProps extends Props {
  all: Styles
  onDrop: (ids: string[]) => void
}

function ReferenceOptions({ all, of, begin, onDrop, onClose }: ReferenceOptionsProps) {
  const stored = readStored(STYLE_KEY)
  const [style, setStyle] = useState(
    all.styles.find(({ id }) => id === stored)?.id ?? all.styles[0]?.id ?? 'spec',
  )
  const [format, setFormat] = useState<ReferenceFormat>(begin)
  const chooseStyle = (id: string) => {
    writeStored(STYLE_KEY, id)
    setStyle(id)
  }
  return (
    <div className={styles.panel}>
      <div className={styles.choices}>
        {isStyled(format) && (
          <OptionGroup name="格式" options={all.styles} chosen={style} onChoose={chooseStyle} />
        )}
        <OptionGroup
          name="文件"
          options={all.formats}
          chosen={format}
          onChoose={(id) => setFormat(id as ReferenceFormat)}
        />
      </div>
      <div className={styles.result}>
        <ReferencePreview of={of} style={style} format={format} onDrop={onDrop} />
        <ReferenceActions
          of={of}
          style={style}
          format={all.formats.find(({ id }) => id === format)}
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
