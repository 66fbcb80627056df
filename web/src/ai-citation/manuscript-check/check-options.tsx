import type { EngineId, NationalOptions } from '@scinav/contract'
import { useState } from 'react'
import { NationalOptionFields, useNationalOptions } from '../../paper/cite/national-options.tsx'
import { DEFAULT_STYLE, StyleChoice, useIsNational } from '../../paper/cite/style-choice.tsx'
import { BaseChoice } from '../../search/base-choice.tsx'
import { SearchSources } from '../../search/search-sources.tsx'
import styles from './manuscript-check.module.css'

/** What a check compares with. */
export interface CheckOptions {
  /** Undefined for the default one. */
  style: string | undefined
  /** The options of a style of GB/T 7714. */
  national: NationalOptions | undefined
  /** Knowledge bases to search beside the library. */
  dataset_ids: string[]
  /** Outside engines to query. */
  engines: EngineId[]
}

/** Returns the chosen options of a check, and `choice`, which `CheckOptionFields` needs to change them. */
export function useCheckOptions() {
  const [style, setStyle] = useState<string>()
  const isNational = useIsNational(style)
  const [national, chooseNational] = useNationalOptions()
  const [dataset_ids, setBases] = useState<string[]>([])
  const [engines, setEngines] = useState<EngineId[]>([])
  const options: CheckOptions = {
    style,
    national: isNational ? national : undefined,
    dataset_ids,
    engines,
  }
  return { options, choice: { options, national, setStyle, chooseNational, setBases, setEngines } }
}

/** Renders the choice of the style to follow and of the sources to ask. */
export function CheckOptionFields({ choice }: Pick<ReturnType<typeof useCheckOptions>, 'choice'>) {
  const { options, national, setStyle, chooseNational, setBases, setEngines } = choice
  const { style, dataset_ids, engines } = options
  return (
    <>
      <div className={styles.setting}>
        <span>要求的格式</span>
        <StyleChoice style={style} onStyle={setStyle} />
      </div>
      {options.national && (
        <div className={styles.setting}>
          <span>国标选项</span>
          <NationalOptionFields style={style ?? DEFAULT_STYLE} options={national} onChange={chooseNational} />
        </div>
      )}
      <div className={styles.setting}>
        <span>知识库</span>
        <BaseChoice chosen={dataset_ids} onChange={(chosen) => setBases(chosen.map(({ id }) => id))} />
      </div>
      <SearchSources
        chosen={['local', ...engines]}
        always="local"
        onChange={(chosen) => setEngines(chosen.filter((id) => id !== 'local'))}
      />
    </>
  )
}
