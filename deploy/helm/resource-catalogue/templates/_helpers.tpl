{{/*
A value as text. Depending on its source Helm parses a number as an integer, or as a float, which prints 1000000 as 1e+06;
JSON does not.
*/}}
{{- define "text" -}}
{{- if kindIs "string" . }}{{ printf "%s" . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end -}}

{{/* A map for Kubernetes whose values must be strings, such as labels. */}}
{{- define "texts" -}}
{{- $texts := dict -}}
{{- range $name, $value := . }}{{ $_ := set $texts $name (include "text" $value) }}{{ end -}}
{{- toJson $texts -}}
{{- end -}}
