import { useNavigate } from 'react-router'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import styles from './answer.module.css'

interface Props {
  onEdit: (() => void) | undefined
  onGeneral: (() => void) | undefined
}

/** What can be done where the library has nothing on a question. */
export function NothingFound({ onEdit, onGeneral }: Props) {
  const navigate = useNavigate()
  return (
    <div className={styles.row}>
      {onEdit && <ActionButton name="换个问法" onPress={onEdit} />}
      <ActionButton name="查站外引擎" onPress={() => void navigate('/scientific')} />
      {onGeneral && <ActionButton name="不要依据，用通识回答" onPress={onGeneral} />}
    </div>
  )
}
