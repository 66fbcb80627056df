import { useJournalAddress } from './journal-address.ts'
import styles from './resources.module.css'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']

/** Journals by the first letter of the title; Chinese titles by their pinyin, the rest under #. */
export function LetterIndex() {
  const { address, go } = useJournalAddress()
  return (
    <fieldset className={styles.letters}>
      <legend className="sr-only">刊名首字母（中文按拼音）</legend>
      <Letter name="全部" chosen={address.letter === ''} onChoose={() => go({ letter: '' })} />
      {LETTERS.map((letter) => (
        <Letter
          key={letter}
          name={letter}
          chosen={address.letter === letter}
          onChoose={() => go({ letter: address.letter === letter ? '' : letter })}
        />
      ))}
    </fieldset>
  )
}

function Letter({ name, chosen, onChoose }: { name: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={name === '#' ? '其他' : undefined}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}
