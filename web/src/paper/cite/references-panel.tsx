import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { count } from '../../ui/figures.ts'
import { readStored, store } from '../../ui/stored-choice.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { ReferenceActions } from './reference-actions.tsx'
import {
  chosenIds,
  type Format,
  isPrinted,
  type Printed,
  ReferencePreview,
  type Styles,
} from './reference-preview.tsx'
import styles from './references-panel.module.css'

const STYLE_KEY = 'scinav.reference-style'

interface Props {
  of: Printed
  /** The format that is chosen at first. */
  begin: Format
  onClose: () => void
}

/** Prints references in a style, to copy or as a file; says before that what was retracted. */
export function ReferencesPanel({ of, begin, onClose }: Props) {
  const known = useRead(api.citation.styles, {})
  const [dropped, setDropped] = useState<string[]>([])
  const printed = 'paper_id_list' in of ? without(of.paper_id_list, dropped) : of
  const papers = 'query' in printed ? printed.total : (chosenIds(printed) ?? []).length
  return (
    <Panel title={`引用与导出 ${count(papers)} 篇`} width={960} onClose={onClose}>
      <ReadView of={known} what="引用格式">
        {(all) => (
          <Chosen
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

const without = (ids: string[], dropped: string[]) => ({
  paper_id_list: ids.filter((id) => !dropped.includes(id)),
})

interface ChosenProps extends Props {
  all: Styles
  onDrop: (ids: string[]) => void
}

function Chosen({ all, of, begin, onDrop, onClose }: ChosenProps) {
  const stored = readStored(STYLE_KEY)
  const [style, setStyle] = useState(
    all.styles.find(({ id }) => id === stored)?.id ?? all.styles[0]?.id ?? 'spec',
  )
  const [format, setFormat] = useState<Format>(begin)
  const chooseStyle = (id: string) => {
    store(STYLE_KEY, id)
    setStyle(id)
  }
  return (
    <div className={styles.panel}>
      <div className={styles.choices}>
        {isPrinted(format) && (
          <Choices name="格式" options={all.styles} chosen={style} onChoose={chooseStyle} />
        )}
        <Choices
          name="文件"
          options={all.formats}
          chosen={format}
          onChoose={(id) => setFormat(id as Format)}
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

interface ChoicesProps {
  name: string
  options: readonly { id: string; name: string }[]
  chosen: string
  onChoose: (id: string) => void
}

function Choices({ name, options, chosen, onChoose }: ChoicesProps) {
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
