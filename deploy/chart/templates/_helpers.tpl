{{- define "scinav.labels" -}}
app.kubernetes.io/name: scinav
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* Who runs: a list of roles. */ -}}
{{- define "scinav.roles" -}}
{{- if eq .Values.topology "all" -}}all{{- else if eq .Values.topology "split" -}}web worker
{{- else -}}{{ fail "topology is all or split" }}{{- end -}}
{{- end }}

{{- /* What several processes cannot do without. */ -}}
{{- define "scinav.check" -}}
{{- if eq .Values.topology "split" -}}
{{- $given := concat (keys .Values.settings) .Values.secretKeys -}}
{{- range list "DATABASE_URL" "SECRET_KEY" "FILES_URL" "FILES_ACCESS_KEY" "FILES_SECRET_KEY" -}}
{{- if not (has . $given) -}}{{ fail (printf "topology split needs %s in settings or secretKeys" .) }}{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
