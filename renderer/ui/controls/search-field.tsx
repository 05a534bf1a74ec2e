import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { words } from '../words.ts';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Before the field’s own keys: Escape empties it. */
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
  /** Focused when its pane is gone to. */
  readonly isFirst?: boolean | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A field that searches while you type, with a button that empties it. */
export function SearchField({ label, placeholder = label, value, onSearch, onKeyDown, isFirst, className, ref }: SearchFieldProps) {
  return (
    <TextField
      ref={ref}
      type="search"
      {...(isFirst === true && { 'data-autofocus': '' })}
      label={label}
      hideLabel
      placeholder={placeholder}
      className={className}
      icon={<Search size={14} strokeWidth={1.5} aria-hidden="true" />}
      end={
        value !== '' && (
          <IconButton
            label={words.clear}
            size="small"
            icon={<X size={14} strokeWidth={1.5} aria-hidden="true" />}
            onClick={(event) => {
              onSearch('');
              event.currentTarget.parentElement?.querySelector('input')?.focus();
            }}
          />
        )
      }
      value={value}
      onChange={(event) => onSearch(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'Escape' || value === '' || event.defaultPrevented) return;
        event.stopPropagation();
        onSearch('');
      }}
    />
  );
}
