/** Names of variables, headers and fields whose values are secrets. */
export const SECRET_NAME = /key|token|secret|passw|auth|credential|cookie|session/iu;

/** Text that looks like a secret: keys of well-known services, bearer tokens, and a password in an address. */
export const SECRET_VALUE = /\b(?:sk|pk|ghp|gho|ghs|glpat|xox[abp]|AKIA)[-_A-Za-z0-9]{8,}|\bBearer\s+\S{8,}|:\/\/[^/\s:@]+:[^/\s@]+@/u;
