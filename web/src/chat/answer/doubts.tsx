import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { ShownCitation } from '../run/run.ts'
import styles from './doubts.module.css'

interface Props {
  /** Everything that a block of an answer cites. */
  citations: readonly ShownCitation[]
  onOpen: (citation: ShownCitation) => void
  /** Missing while the answer is being written. */
  onRedact?: ((citation: ShownCitation) => void) | undefined
}

/** Says in words, below a block, which of its marks the sources do not bear: a sign alone is overlooked. */
export function Doubts({ citations, onOpen, onRedact }: Props) {
  const doubtful = citations.filter(({ support }) => support === 'unsupported')
  if (doubtful.length === 0) return null
  return (
    <div className={styles.doubts} role="note">
      <Icon name="warning" size={16} />
      <div>
        {doubtful.map((citation) => (
          <p key={citation.start}>
            {doubtful.length === 1 ? '原文不支持这里的说法' : `原文不支持带 [${citation.n}] 的说法`}
            {citation.check.missing.length > 0 && `：没有提到 ${citation.check.missing.join('、')}`}。
            <LinkButton name="看原句" onPress={() => onOpen(citation)} />
            {onRedact && <LinkButton name="删去这半句" onPress={() => onRedact(citation)} />}
          </p>
        ))}
      </div>
    </div>
  )
}
