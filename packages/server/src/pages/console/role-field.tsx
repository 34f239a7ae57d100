import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import type { FormState } from '../components/form.tsx'

/** Which role an account gets; the lesser one unless the other was chosen. */
export function RoleField({ form: { view, visit, action }, label }: { readonly form: FormState; readonly label: string }) {
  const id = `${action}-role`
  const typed = visit.typed[ACTION_FIELD] === action ? visit.typed['role'] : undefined
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name="role">
        {Object.entries(view.t.console.roles).map(([role, words]) => (
          <option key={role} value={role} selected={role === typed}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
