import { createContext, type ReactNode, useContext } from 'react'
import styles from './paper-drawer.module.css'

/** The heading level of a record's parts: below the drawer's headings, or directly below a screen's title. */
export const PartHeading = createContext<'h2' | 'h4'>('h4')

/** Renders one titled part of a record. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const Heading = useContext(PartHeading)
  return (
    <section className={styles.part}>
      <Heading>{title}</Heading>
      {children}
    </section>
  )
}
