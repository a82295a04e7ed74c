/** A machine with faults: a state that nothing declares, one that nothing leads out of, and one that nothing leads to. */
export const FAULTY = `<state_machine>
<states>
S_PIER — looks which boats lie at the pier  PERSIST: boats.json
S_LEND — lends one
S_WAIT — waits for the boat to come back
S_SHED — repairs what is broken
</states>
<transitions>
S_PIER:
  → S_LEND  WHEN: a boat is there  DO: A_WRITE_DOWN
  → S_LEND  WHEN: a canoe is there
  → S_PIER  WHEN: it rains, once
  → ERROR(E001)  WHEN: there is no pier
S_LEND:
  → S_STORM  WHEN: the wind is up
  → S_WAIT  OTHERWISE
S_SHED:
  → END
</transitions>
<actions>
### A_WRITE_DOWN
Write the number of the boat down.
</actions>
</state_machine>

<error_codes>

| Code | Severity | Condition | Recovery |
|---|---|---|---|
| E001 | error | There is no pier | Say so, then stop |

</error_codes>
`

/** Everything that a label could break, as the words of a machine, gates and a skill. */
export const HOSTILE = `<state_machine>
<states>
S_ONE — </script><script>alert(1)</script> "quoted" 'single' & ]]> <!-- --> {{x}} %%{init: {}}%% \`tick\` #35; end
S_TWO — style fill:#f00; classDef x:#fff; click n1 call() | [a] (b) {c} ;; \u202Ebackwards \u0007 \uFFFF 👩‍💻 𝒳 船をこぐ
</states>
<transitions>
S_ONE → S_TWO : "x" --> y |z| <img src=x onerror=alert(1)> &lt; #quot; \\ end
S_TWO → end of "story" </title></svg>
S_TWO → END
</transitions>
</state_machine>

### Phase Gates

**GATE 1: <b>Open</b> "x" → Close ]]> &amp;**
- REQUIRED: a <script>alert(2)</script> "b" #1; %% c
- BLOCKED if: </style></svg><svg onload=alert(3)>
`
