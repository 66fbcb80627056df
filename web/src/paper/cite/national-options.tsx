import { type NationalOptions, nationalOptions } from '@scinav/contract'
import { useState } from 'react'
import fields from '../../ui/fields/field.module.css'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import styles from './national-options.module.css'

/** Key under which the browser stores the options. */
const OPTIONS_KEY = 'scinav.national-options'
/** Maximum number and length of the names that the server accepts. */
const MAX_NAMES = 100
const MAX_NAME_CHARS = 100

/** The choices of the punctuation. */
const PUNCTUATIONS: readonly { id: NonNullable<NationalOptions['punctuation']>; name: string }[] = [
  { id: 'standard', name: '标点按国标印样' },
  { id: 'half', name: '标点全用半角' },
  { id: 'language', name: '中文文献全角，外文半角' },
  { id: 'structure', name: '按国标，题名内照原样' },
]

/** Reads the options chosen last in this browser; none where they cannot be read. */
function readOptions(): NationalOptions {
  try {
    return nationalOptions.catch({}).parse(JSON.parse(readStored(OPTIONS_KEY) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Returns the options of the GB/T 7714 styles, which this browser keeps, and the function that changes some of them.
 */
export function useNationalOptions(): [NationalOptions, (change: NationalOptions) => void] {
  const [options, setOptions] = useState(readOptions)
  const choose = (change: NationalOptions) => {
    const chosen = { ...options, ...change }
    writeStored(OPTIONS_KEY, JSON.stringify(chosen))
    setOptions(chosen)
  }
  return [options, choose]
}

interface Props {
  /** Id of a GB/T 7714 style. */
  style: string
  options: NationalOptions
  onChange: (change: NationalOptions) => void
}

/** Renders the choices that the Chinese national standard GB/T 7714 leaves to its users, such as the punctuation. */
export function NationalOptionFields({ style, options, onChange }: Props) {
  const isOf2015 = style.startsWith('gb-2015')
  return (
    <div className={styles.options}>
      <select
        className={fields.choice}
        aria-label="标点"
        value={options.punctuation ?? 'standard'}
        onChange={({ target }) => onChange({ punctuation: PUNCTUATIONS[target.selectedIndex]?.id })}
      >
        {PUNCTUATIONS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Check name="印网址和 DOI" on={options.online ?? true} onChange={(online) => onChange({ online })} />
      <Check
        name="缺出版地、出版者时注明"
        on={options.placeholders ?? isOf2015}
        onChange={(placeholders) => onChange({ placeholders })}
      />
      {!isOf2015 && (
        <>
          <Check
            name="拼音姓名印全名"
            on={options.pinyin !== 'initials'}
            onChange={(isWhole) => onChange({ pinyin: isWhole ? 'whole' : 'initials' })}
          />
          <label className={styles.names}>
            这些姓名照所写的印，用分号隔开
            <input
              className={fields.field}
              placeholder="如 Wang Anna；Li A"
              defaultValue={(options.names ?? []).join('；')}
              onBlur={({ target }) => onChange({ names: splitNames(target.value) })}
            />
          </label>
        </>
      )}
    </div>
  )
}

/** Splits names at semicolons and line breaks; those beyond the maximum are dropped. */
const splitNames = (written: string): string[] =>
  written
    .split(/[;；\n]/)
    .map((name) => name.trim().slice(0, MAX_NAME_CHARS))
    .filter((name) => name !== '')
    .slice(0, MAX_NAMES)

interface CheckProps {
  name: string
  on: boolean
  onChange: (on: boolean) => void
}

/** Renders an option as a checkbox. */
const Check = ({ name, on, onChange }: CheckProps) => (
  <label>
    <input type="checkbox" checked={on} onChange={({ target }) => onChange(target.checked)} />
    {name}
  </label>
)
