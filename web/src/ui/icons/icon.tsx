import styles from './icon.module.css'
import { shapes } from './shapes.tsx'

export type IconName = keyof typeof shapes

const isIconName = (name: string): name is IconName => Object.hasOwn(shapes, name)

/** Renders a decorative line icon; unknown names become a plain sheet. */
export function Icon({ name, size = 18 }: { name: IconName | (string & {}); size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {shapes[isIconName(name) ? name : 'file']}
    </svg>
  )
}
