/** Whether shortcuts of a single key are on. People with speech input can turn them off (WCAG 2.2, 2.1.4). */
import { stored } from '../ui/stored.ts'

export const shortcuts = stored('shortcuts', true, (value) => value !== false)
