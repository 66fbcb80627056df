import type { Migration } from './migration.ts'

/** Language models that an operator added, which application uses which, and what people used of them. */
export const models: Migration = {
  name: '0004-models',
  statements: ({ text }) => {
    const user = `${text} not null references users (id) on delete cascade`
    return [
      `create table models (
        id ${text} primary key, kind ${text} not null, name ${text} not null, base_url ${text} not null,
        model ${text} not null, api_key ${text}, key_hint ${text}, context_tokens integer not null,
        inside integer not null, active integer not null,
        created_at ${text} not null, updated_at ${text} not null)`,
      `create table model_defaults (kind ${text} primary key, model_id ${text} not null)`,
      `create table application_models (
        application_id ${text} not null, model_id ${text} not null, position integer not null,
        is_default integer not null, primary key (application_id, model_id))`,
      'create index application_models_model on application_models (model_id)',
      `create table model_usage (
        user_id ${user}, day ${text} not null, tokens bigint not null, primary key (user_id, day))`,
      `create table token_reservations (
        id ${text} primary key, user_id ${user}, day ${text} not null, tokens bigint not null,
        created_at ${text} not null)`,
      'create index token_reservations_user on token_reservations (user_id, day)',
    ]
  },
}
