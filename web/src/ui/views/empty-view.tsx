import { ActionButton } from '../buttons/action-button.tsx'
import { LinePicture, type PictureName } from './line-picture.tsx'
import styles from './state-view.module.css'

interface Props {
  title: string
  note?: string
  picture?: PictureName
  action?: { name: string; run: () => void }
}

/** Nothing here yet: one sentence, one picture, one thing to do next. */
export function EmptyView({ title, note, picture = 'shelf', action }: Props) {
  return (
    <div className={styles.state}>
      <LinePicture name={picture} />
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {action && <ActionButton name={action.name} onPress={action.run} primary />}
    </div>
  )
}
