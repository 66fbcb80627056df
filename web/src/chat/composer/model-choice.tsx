import { api } from '@scinav/contract'
import { EXTRACTIVE, type Model, selectedModel } from '../../api/outside-models.ts'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'

/**
 * Returns the models available to an application (`choices`) and the selected one; the `model` `''` selects the
 * default. `known` is true once the list has loaded.
 */
export function useModels(application_id: string, model: string) {
  const models = useRead(api.chat.models, { application_id })
  const choices = (models.data ?? []).filter(({ available }) => available)
  /** Why a model of the application cannot be used. */
  const problem = models.data?.find(({ available, id }) => !available && id !== EXTRACTIVE)?.reason ?? null
  return { choices, chosen: selectedModel(choices, model), known: models.data !== undefined, problem }
}

/** The models of an application, as `useModels` returns them. */
export type ApplicationModels = ReturnType<typeof useModels>

interface Props {
  choices: readonly Model[]
  chosen: Model | undefined
  onModel: (model: string) => void
}

/** Renders the choice of the model that answers; nothing when there are fewer than two. */
export function ModelChoice({ choices, chosen, onModel }: Props) {
  if (choices.length < 2) return null
  return (
    <select
      className={fields.choice}
      data-quiet="true"
      aria-label="模型"
      value={chosen?.id ?? ''}
      onChange={(event) => onModel(event.target.value)}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
