import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { installStyle, listInstalledStyles, removeStyle, sampleStyle } from './styles.service.ts'

export const citationStylesRoutes = implement(api.citationStyles, {
  installed: listInstalledStyles,
  install: installStyle,
  remove: removeStyle,
  sample: sampleStyle,
})
