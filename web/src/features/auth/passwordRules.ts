// The rules for passwords, in the words of the specification.
import * as z from 'zod/mini'

const MIN_LENGTH = 8

const MUST_MATCH = 'Password and repeat password should match'

/** For sign-in and for the first password of a user. */
export const passwordText = z
  .string()
  .check(z.minLength(MIN_LENGTH, 'should be at least 8 characters'))

const newPassword = z
  .string()
  .check(z.minLength(MIN_LENGTH, 'New password should be at least 8 characters'))

interface Repeated {
  password: string
  password_confirmation: string
}

/** New and repeated password are given and equal. Runs beside the other rules, not after them. */
const repeated = z.refine<Repeated>(
  (values) => values.password !== '' && values.password === values.password_confirmation,
  { error: MUST_MATCH, path: ['password_confirmation'] },
)

/** Current, new, repeat. */
export const passwordChange = z
  .object({
    current_password: z
      .string()
      .check(z.minLength(MIN_LENGTH, 'Current password should be at least 8 characters')),
    password: newPassword,
    password_confirmation: z.string(),
  })
  .check(repeated)

/** New and repeat, for the mailed link. */
export const passwordReset = z
  .object({ password: newPassword, password_confirmation: z.string() })
  .check(repeated)
