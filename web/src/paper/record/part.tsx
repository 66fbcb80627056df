import { createContext, type ReactNode, useContext } from 'react'
import styles from './paper-drawer.module.css'

/** How high the headings of a record stand: below those of the drawer, or straight below a screen's title. */
export const PartHeading = createContext<'h2' | 'h4'>('h4')

/** One part of a record under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const Heading = useContext(PartHeading)
  return (
    <section className={styles.part}>
      <Heading>{title}</Heading>
      {children}
    </section>
  )
}
